-- The holds of a client whose time is over.
-- KEYS  holds
-- ARGV  time ("-" is Redis's own), milliseconds to keep a hold that has returned
-- Returns the time, when the next hold is due ("" for none), then the names and texts of those due.

local now, keep = storeTime(ARGV[1]), tonumber(ARGV[2])
local holds = call('HGETALL', KEYS[1])
local answer, next = {format('%.0f', now), ''}, nil
for index = 1, #holds, 2 do
  local till, returned = match(holds[index + 1], '^(%S+) (%S+)')
  till = tonumber(till)
  if returned == '1' then
    if now >= till + keep then call('HDEL', KEYS[1], holds[index]) end
  elseif now >= till then
    answer[#answer + 1] = holds[index]
    answer[#answer + 1] = holds[index + 1]
  elseif not next or till < next then next = till end
end
if next then answer[2] = format('%.0f', next) end
return answer
