-- Reads the counters of a client and month at one instant.
-- KEYS  account, month
-- Answers limits ("" for none), credits, then the fields of the month, each with its value.

local account = call('HMGET', KEYS[1], 'limits', 'credits')
local fields = call('HGETALL', KEYS[2])
if not account[2] or #fields == 0 then return nil end
table.insert(fields, 1, account[2])
table.insert(fields, 1, account[1] or '')
return fields
