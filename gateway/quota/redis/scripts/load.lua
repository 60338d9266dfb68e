-- Brings the counters of a client and month in line with the fold, as `load.ts` does.
-- KEYS  account, month, then the records of the families
-- ARGV  month, two new epochs, seconds to keep the month, number of months, number of credits, then the folds:
--       months "epoch admitted(3) returned(3)", credits "epoch taken returned", and the units of each family
-- Answers the counter and the credits as they were before, in two lines; an empty one where there was none.

local month, keep, monthFolds, creditFolds = ARGV[1], ARGV[4], tonumber(ARGV[5]), tonumber(ARGV[6])
local newEpochs = {ARGV[2], ARGV[3]}
local function newEpoch() return table.remove(newEpochs, 1) end

local counter = call('HGET', KEYS[2], 'counter')
local present = counter and {match(counter, COUNTER)}
local folds, own = {}, nil
for index = 1, monthFolds do
  folds[index] = {match(ARGV[6 + index], '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$')}
  if present and folds[index][1] == present[1] then own = folds[index] end
end
local stays = present
if own then
  -- admitted and returned: words 5 to 10 of the counter, 2 to 7 of the fold
  for word = 2, 7 do
    if tonumber(present[3 + word]) < tonumber(own[word]) then stays = nil end
  end
end
local base = {0, 0, 0}
for _, fold in ipairs(folds) do
  if not stays or fold[1] ~= stays[1] then
    for part = 1, 3 do base[part] = base[part] + fold[1 + part] - fold[4 + part] end
  end
end
if stays then
  call('HSET', KEYS[2], 'counter', format(WRITE_COUNTER, stays[1], base[1], base[2], base[3], unpack(stays, 5)))
else
  -- Usage rows are absolute within the epoch of their month: those of the old one are in the fold.
  call('DEL', KEYS[2])
  call('HSET', KEYS[2], 'counter', format(WRITE_COUNTER, newEpoch(), base[1], base[2], base[3], 0, 0, 0, 0, 0, 0))
  call('EXPIRE', KEYS[2], keep)
end

local credits = call('HGET', KEYS[1], 'credits')
local epoch, _, taken, returned
if credits then epoch, _, taken, returned = match(credits, CREDITS) end
local firstCredit, firstFamily = 7 + monthFolds, 7 + monthFolds + creditFolds
folds = {}
for index = firstCredit, firstFamily - 1 do
  local fold = {match(ARGV[index], FOLDED_CREDITS)}
  folds[#folds + 1] = fold
  if fold[1] == epoch and (tonumber(taken) < tonumber(fold[2]) or tonumber(returned) < tonumber(fold[3])) then
    epoch = nil
  end
end
local spent = 0
for _, fold in ipairs(folds) do
  if fold[1] ~= epoch then spent = spent + fold[2] - fold[3] end
end
if not epoch then epoch, taken, returned = newEpoch(), 0, 0 end
call('HSET', KEYS[1], 'credits', format(WRITE_CREDITS, epoch, spent, taken, returned))

for family = 3, #KEYS do
  local tat, familyMonth, units = match(call('GET', KEYS[family]) or NEW_FAMILY, FAMILY)
  -- A family that is in a later month already keeps it: the load is of a month gone by.
  if familyMonth <= month then
    local held = familyMonth == month and tonumber(units) or 0
    units = max(held, tonumber(ARGV[firstFamily + family - 3]))
    call('SET', KEYS[family], format(WRITE_FAMILY, tat, month, units), 'EX', keep)
  end
end
return (counter or '') .. '\n' .. (credits or '')
