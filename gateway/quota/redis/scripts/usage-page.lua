-- Reads some of the fields of a month, so that a long one holds nobody up.
-- KEYS  month
-- ARGV  epoch, cursor ("0" to begin), about how many fields
-- Answers the next cursor ("0" at the end) and fields, each with its value, or nil when the month has another epoch.

local counter = call('HGET', KEYS[1], 'counter')
if not counter or match(counter, '^%S+') ~= ARGV[1] then return nil end
return call('HSCAN', KEYS[1], ARGV[2], 'COUNT', ARGV[3])
