-- Prevents every command of a process up to a sequence from running.
-- KEYS  sequence; to learn the outcome of a command, also month and commands
-- ARGV  sequence, seconds to keep it, process
-- Returns "unknown" without counters of the month. Otherwise the last command that they contain and, in the next lines,
-- the last sequence seen before ("0" for none) and that command's answer.

local contained = '0'
if KEYS[2] then
  if call('HEXISTS', KEYS[2], 'counter') == 0 then return 'unknown' end
  contained = format('%.0f', lastSequence(call('HGET', KEYS[3], ARGV[3])))
end
local seen = call('GET', KEYS[1])
if tonumber(ARGV[1]) > lastSequence(seen) then call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2]) end
return contained .. '\n' .. (seen or '0')
