-- Reads the counters of a client and month at one instant.
-- KEYS  account, month
-- Returns limits ("" for none), credits and counter; nil if there are no counters.

local account = call('HMGET', KEYS[1], 'limits', 'credits')
local counter = call('HGET', KEYS[2], 'counter')
if not account[2] or not counter then return nil end
return {account[1] or '', account[2], counter}
