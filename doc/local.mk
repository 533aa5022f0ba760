# documents
