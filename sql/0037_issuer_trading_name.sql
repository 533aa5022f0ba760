-- SPDX-License-Identifier: Apache-2.0
-- The name by which the exchange asks for an issuer's cash dividends ("AMBEV S/A"), as its own pages say it.
alter table issuer add column trading_name text check (length(trading_name) between 1 and 60);
