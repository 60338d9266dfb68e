-- Reads some fields of a month, so that a long month does not block other clients.
-- KEYS  month
-- ARGV  epoch, cursor ("0" to begin), approximate number of fields
-- Returns the next cursor ("0" at the end) and the fields with their values; nil if the month has another epoch.

local counter = call('HGET', KEYS[1], 'counter')
if not counter or match(counter, '^%S+') ~= ARGV[1] then return nil end
return call('HSCAN', KEYS[1], ARGV[2], 'COUNT', ARGV[3])
