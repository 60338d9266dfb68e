-- Makes sure that no command of a process up to a sequence can run any more.
-- KEYS  sequence
-- ARGV  sequence, seconds to keep it
-- Answers the last sequence that was seen and, in the lines after it, what that command was answered; "0" for none.

local seen = call('GET', KEYS[1])
if tonumber(ARGV[1]) > lastSequence(seen) then call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2]) end
return seen or '0'
