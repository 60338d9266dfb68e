-- Reads the usage rows that count calls of some names.
-- KEYS  month
-- ARGV  epoch, names of usage rows
-- Returns names of rows, each with its text; nil if the month has another epoch.

local counter = call('HGET', KEYS[1], 'counter')
if not counter or match(counter, '^%S+') ~= ARGV[1] then return nil end
local found = {}
for index = 2, #ARGV do
  local name = ARGV[index]
  local text = call('HGET', KEYS[1], name)
  if not text then
    local ofKey, last = otherRows(name)
    name, text = ofKey, call('HGET', KEYS[1], ofKey)
    if not text then name, text = last, call('HGET', KEYS[1], last) end
  end
  if text then
    found[#found + 1] = name
    found[#found + 1] = text
  end
end
return found
