-- SPDX-License-Identifier: Apache-2.0
-- A return over more than five business days is no longer part of a baseline: every series is judged anew by the next
-- `lastro compute anomalies`, and what was found by such a return goes.
delete from lastro.anomaly_window;
