-- Counts refused calls under the epoch of their month.
-- KEYS  month
-- ARGV  a usage row, its calls and its units, again and again

if call('HEXISTS', KEYS[1], 'counter') == 0 then return 'gone' end
for index = 1, #ARGV, 3 do
  local row = call('HGET', KEYS[1], ARGV[index])
  call('HSET', KEYS[1], ARGV[index], counted(row, ARGV[index + 1], ARGV[index + 2]))
end
return 'tallied'
