-- Reads the counters of a client and month at one instant.
-- KEYS  account, month, commands
-- Returns limits ("" for none), credits, counter, and the commands as alternating names and values; nil if there are no counters.

local account = call('HMGET', KEYS[1], 'limits', 'credits')
local counter = call('HGET', KEYS[2], 'counter')
if not account[2] or not counter then return nil end
return {account[1] or '', account[2], counter, call('HGETALL', KEYS[3])}
