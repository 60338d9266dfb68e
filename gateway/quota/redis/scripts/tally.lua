-- Counts refused calls under the epoch of their month.
-- KEYS  month
-- ARGV  repeated: a usage row, its calls, its units

if call('HEXISTS', KEYS[1], 'counter') == 0 then return 'gone' end
for index = 1, #ARGV, 3 do
  countUsage(KEYS[1], ARGV[index], ARGV[index + 1], ARGV[index + 2])
end
return 'tallied'
