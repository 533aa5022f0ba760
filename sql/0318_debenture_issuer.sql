-- SPDX-License-Identifier: Apache-2.0
-- company_find() finds the issuer of a ticker by the code in the ISINs of its debentures.

set local search_path = lastro, pg_temp;

create index debenture_issuer_code on debenture (substr(isin, 3, 4));
