-- Prevents every command of a process up to a sequence from running.
-- KEYS  sequence
-- ARGV  sequence, seconds to keep it
-- Returns the last sequence seen ("0" for none), followed by the lines of that command's answer.

local seen = call('GET', KEYS[1])
if tonumber(ARGV[1]) > lastSequence(seen) then call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2]) end
return seen or '0'
