-- Writes the limits unless the stored version is the same or greater.
-- KEYS  account
-- ARGV  version, limits

local held = call('HGET', KEYS[1], 'limits')
if held and tonumber(match(held, '^%S+')) >= tonumber(ARGV[1]) then return 0 end
return call('HSET', KEYS[1], 'limits', ARGV[2])
