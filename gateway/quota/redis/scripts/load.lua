-- Aligns the counters of a client and month with the checkpoint, as `load.ts` does.
-- KEYS  account, month, commands, then the records of the families and the sequences of the commands
-- ARGV  month, two new epochs, "expires time" as in `admit.lua`, number of months, of credits and of families, then
--       the checkpoints: months "epoch admitted(3) returned(3)", credits "epoch taken returned", the units of each family,
--       and the commands as "process sequence"
-- Returns the previous counter and credits in two lines; a line is empty if there was none.

local month, monthCheckpoints, creditCheckpoints = ARGV[1], tonumber(ARGV[5]), tonumber(ARGV[6])
local expires, clock = match(ARGV[4], '^(%S+) (%S+)$')
local now = storeTime(clock)
local keep = secondsToKeep(expires, now)
local families = tonumber(ARGV[7])
local FIRST_MONTH, FIRST_FAMILY = 8, 4
local newEpochs = {ARGV[2], ARGV[3]}
local function newEpoch() return table.remove(newEpochs, 1) end

local counter = call('HGET', KEYS[2], 'counter')
local present = counter and {match(counter, COUNTER)}
local checkpoints, own = {}, nil
for index = 1, monthCheckpoints do
  checkpoints[index] = {match(ARGV[FIRST_MONTH - 1 + index], '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$')}
  if present and checkpoints[index][1] == present[1] then own = checkpoints[index] end
end
local stays = present
if own then
  -- Compares admitted and returned: words 5 to 10 of the counter with words 2 to 7 of the checkpoint.
  for word = 2, 7 do
    if tonumber(present[3 + word]) < tonumber(own[word]) then stays = nil end
  end
end
local base = {0, 0, 0}
for _, checkpoint in ipairs(checkpoints) do
  if not stays or checkpoint[1] ~= stays[1] then
    for part = 1, 3 do base[part] = base[part] + checkpoint[1 + part] - checkpoint[4 + part] end
  end
end
if stays then
  call('HSET', KEYS[2], 'counter', format(WRITE_COUNTER, stays[1], base[1], base[2], base[3], unpack(stays, 5)))
else
  -- Usage rows are absolute within an epoch; those of the old epoch are in the checkpoint.
  call('DEL', KEYS[2], KEYS[3])
  call('HSET', KEYS[2], 'counter', format(WRITE_COUNTER, newEpoch(), base[1], base[2], base[3], 0, 0, 0, 0, 0, 0))
  call('EXPIRE', KEYS[2], keep)
end

local credits = call('HGET', KEYS[1], 'credits')
local epoch, _, taken, returned
if credits then epoch, _, taken, returned = match(credits, CREDITS) end
local firstCredit = FIRST_MONTH + monthCheckpoints
local firstFamily = firstCredit + creditCheckpoints
local firstCommand = firstFamily + families
checkpoints = {}
for index = firstCredit, firstFamily - 1 do
  local checkpoint = {match(ARGV[index], CHECKPOINTED_CREDITS)}
  checkpoints[#checkpoints + 1] = checkpoint
  if checkpoint[1] == epoch and (tonumber(taken) < tonumber(checkpoint[2]) or tonumber(returned) < tonumber(checkpoint[3])) then
    epoch = nil
  end
end
local spent = 0
for _, checkpoint in ipairs(checkpoints) do
  if checkpoint[1] ~= epoch then spent = spent + checkpoint[2] - checkpoint[3] end
end
if not epoch then epoch, taken, returned = newEpoch(), 0, 0 end
call('HSET', KEYS[1], 'credits', format(WRITE_CREDITS, epoch, spent, taken, returned))

for family = FIRST_FAMILY, FIRST_FAMILY + families - 1 do
  local tat, familyMonth, units, holds = match(call('GET', KEYS[family]) or NEW_FAMILY, FAMILY)
  -- A load of a past month must not change a family that is already in a later month.
  if familyMonth <= month then
    local held = familyMonth == month and tonumber(units) or 0
    units = max(held, tonumber(ARGV[firstFamily + family - FIRST_FAMILY]))
    call('SET', KEYS[family], format(WRITE_FAMILY, tat, month, units, holds), 'EX', keep)
  end
end
for command = firstCommand, #ARGV do
  local process, sequence = match(ARGV[command], '^(%S+) (%S+)$')
  if tonumber(sequence) > lastSequence(call('HGET', KEYS[3], process)) then
    contain(KEYS[3], process, sequence, now, expires)
  end
  local last = KEYS[FIRST_FAMILY + families + command - firstCommand]
  if tonumber(sequence) > lastSequence(call('GET', last)) then call('SET', last, sequence, 'EX', keep) end
end
return (counter or '') .. '\n' .. (credits or '')
