# what hosts need around it
