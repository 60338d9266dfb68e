-- The leases of one client during one command, as `leases.ts` has them.
-- The lease part is three lines: "holder number epoch final rows wished units" (holder, number, epoch and final are of
-- the report; "-" for no number), the families that a final report returns tokens of, and the wished tokens as
-- "family tokens family tokens ...". Each reported row is two arguments: its name, and "calls units family".
-- Families are positions.

local NO_PART = {rows = 0}

local function readPart(text)
  if text == '' then return NO_PART end
  local numbers, returned, tokens = match(text, '^([^\n]*)\n([^\n]*)\n([^\n]*)$')
  local holder, number, epoch, final, rows, wished, units = match(numbers, '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$')
  return {
    given = true, holder = holder, number = tonumber(number), epoch = epoch, final = final == '1', rows = tonumber(rows),
    wished = tonumber(wished), units = tonumber(units), returned = returned, tokens = tokens,
  }
end

local function readHolds(text)
  local holds = {}
  for holder, number, tokens, till, interval in string.gmatch(text, ' |(%S+) (%S+) (%S+) (%S+) (%S+)') do
    holds[#holds + 1] = {
      holder = holder, number = tonumber(number), tokens = tonumber(tokens), till = tonumber(till), interval = tonumber(interval),
    }
  end
  return holds
end

local function writeHolds(holds)
  local texts = {}
  for index, hold in ipairs(holds or {}) do
    texts[index] = format(' |%s %.0f %.0f %.0f %.0f', hold.holder, hold.number, hold.tokens, hold.till, hold.interval)
  end
  return table.concat(texts)
end

-- Opens the book of a command. `entries` are the open leases, `lastArgument` is the last one before the reported rows.
local function openBook(client, entries, lastArgument)
  local part, families = client.part, client.families
  local book = {units = 0, silentUnits = 0, wantsRecall = false}
  local storeNow = client.time
  -- Whether an instant is at most `ms` ago. One in the future is not: the clock of the store was set back.
  local function isWithin(ms, instant) return instant <= storeNow and storeNow <= instant + ms end

  -- Open leases by holder; `closed` and `written` are the changes.
  local open, openTexts, closed, written = {}, {}, {}, {}
  for index = 1, #entries, 2 do
    local holder, text = entries[index], entries[index + 1]
    local number, month, units, seen, asked = match(text, '^(%S+) (%S+) (%S+) (%S+) (%S+)$')
    openTexts[#openTexts + 1] = holder .. ' ' .. text
    if storeNow > seen + RELEASE_MS then closed[holder] = true
    else
      open[holder] = {number = tonumber(number), month = month, units = tonumber(units), seen = tonumber(seen), asked = tonumber(asked)}
    end
  end
  local function responsive(holder)
    local lease = open[holder]
    return lease and (lease.asked == 0 or isWithin(SILENT_MS, lease.asked))
  end
  local function sum()
    book.units, book.silentUnits = 0, 0
    for holder, lease in pairs(open) do
      if lease.month == client.month then
        book.units = book.units + lease.units
        if not responsive(holder) then book.silentUnits = book.silentUnits + lease.units end
      end
    end
  end
  local function close(holder) open[holder], written[holder], closed[holder] = nil, nil, true end
  sum()

  -- The tokens of a family. Its bucket holds at most its size less the held tokens.
  function book.boundedTat(family)
    local list = families.holds[family]
    if not list then return families.tats[family] end
    local count = 0
    for _, hold in ipairs(list) do count = count + hold.tokens end
    return max(families.tats[family], client.now + count * client.interval)
  end
  -- Microseconds by which the TAT would move back if the responsive holders closed.
  function book.returnable(family)
    local back = 0
    for _, hold in ipairs(families.holds[family] or {}) do
      if responsive(hold.holder) then back = back + hold.tokens * hold.interval end
    end
    return back
  end
  local function setFamily(family, tat, list)
    if #list == 0 then
      list = nil
      tat = client.latest and min(tat, client.latest) or tat
    end
    families.tats[family], families.holds[family], families.changed[family] = tat, list, true
  end
  -- Replaces what a lease holds. The bucket was bounded by the held tokens until now, and its TAT moves by `by`.
  local function setHold(family, holder, hold, by)
    local list = {}
    for _, other in ipairs(families.holds[family] or {}) do
      if other.holder ~= holder then list[#list + 1] = other end
    end
    if hold and hold.tokens > 0 then list[#list + 1] = hold end
    setFamily(family, book.boundedTat(family) + by, list)
  end
  local function holdOf(family, holder, number)
    for _, hold in ipairs(families.holds[family] or {}) do
      if hold.holder == holder and hold.number == number then return hold end
    end
  end
  for family, list in pairs(families.holds) do
    local kept = {}
    for _, hold in ipairs(list) do
      if hold.till - LEASE_MS <= storeNow and storeNow <= hold.till + LAPSE_MS then kept[#kept + 1] = hold end
    end
    if #kept < #list then setFamily(family, book.boundedTat(family), kept) end
  end

  -- The last lease of the holder that the command names.
  local own = part.given and call('HGET', KEYS[5], 'lease')
  local lease = nil
  if own then
    local number, month, epoch, limits = match(own, '^(%S+) (%S+) (%S+) (.*)$')
    lease = {number = tonumber(number), month = month, epoch = epoch, limits = limits}
  end
  local function begin(number)
    call('DEL', KEYS[5])
    lease = {number = number, month = client.month, epoch = client.epoch, limits = client.limits}
    call('HSET', KEYS[5], 'lease', format('%.0f %s %s %s', number, lease.month, lease.epoch, lease.limits))
    call('EXPIRE', KEYS[5], client.keep)
  end

  local reported = {}
  -- Counts what a lease has admitted beyond its earlier reports. Returns whether usage rows changed.
  function book.report()
    for row = 1, part.rows do reported[row] = own and call('HGET', KEYS[5], ARGV[lastArgument + 2 * row - 1]) or '' end
    local number, holder = part.number, part.holder
    if not number then return false end
    local gone, counts = part.epoch ~= client.epoch, false
    local old = lease and number < lease.number
    if (not gone or part.final) and (not lease or number > lease.number) then
      begin(number)
      close(holder)
      for row = 1, part.rows do reported[row] = '' end
    end
    local entry = open[holder]
    if not gone and not old then
      local _, byQuota, _, _, byMode = match(lease.limits, LIMITS)
      local amount = 0
      for row = 1, part.rows do
        local name = ARGV[lastArgument + 2 * row - 1]
        local calls, charge, family = match(ARGV[lastArgument + 2 * row], '^(%S+) (%S+) (%S+)$')
        local callsBefore, chargeBefore = match(reported[row] ~= '' and reported[row] or '0 0', USAGE)
        local moreCalls, more = max(0, calls - callsBefore), max(0, charge - chargeBefore)
        if moreCalls > 0 or more > 0 then
          family, counts, amount = tonumber(family), true, amount + more
          call('HSET', KEYS[5], name, format('%.0f %.0f', callsBefore + moreCalls, chargeBefore + more))
          countUsage(KEYS[2], name, moreCalls, more)
          if more > 0 and families.months[family] <= client.month then client.countForCap(family, more) end
          local hold = holdOf(family, holder, number)
          if hold then
            local left = {holder = holder, number = number, tokens = hold.tokens - moreCalls, till = hold.till, interval = hold.interval}
            setHold(family, holder, left, 0)
          end
        end
      end
      if amount > 0 then client.pay(amount, tonumber(byQuota), byMode) end
      if entry then
        entry.units, entry.seen, entry.asked = max(0, entry.units - amount), storeNow, 0
        written[holder] = true
      end
    end
    if part.final then
      for family in string.gmatch(part.returned, '%d+') do
        family = tonumber(family)
        local hold = holdOf(family, holder, lease.number)
        if hold then setHold(family, holder, nil, -hold.tokens * hold.interval) end
      end
      close(holder)
    end
    sum()
    return counts
  end

  -- Tops up or opens the wished lease. Returns "units tokens ..." or nil.
  local function grant()
    local number, holder = part.wished, part.holder
    if not number or book.wantsRecall or isWithin(RECALL_MS - 1, client.recalled) then return nil end
    if lease and lease.number > number then return nil end
    if part.number == number and part.epoch ~= client.epoch then return nil end
    local entry = open[holder]
    local tops = lease and lease.number == number
    if tops then
      local version = tonumber(match(lease.limits, '^%S+'))
      if not entry or lease.epoch ~= client.epoch or lease.month ~= client.month or version ~= client.version then return nil end
    elseif entry then
      close(holder)
      entry = nil
      sum()
    end
    local ownUnits = entry and entry.units or 0
    local beside = book.units - ownUnits
    local used, spendable = client.used()
    local total, quota = used + beside, client.quota
    local free = client.ceiling and max(0, client.ceiling - total) or math.huge
    if client.mode ~= 'soft' and quota then
      local credits = 0
      if client.mode == 'credits' then credits = max(0, spendable - (beside - min(beside, max(0, quota - used)))) end
      free = min(free, max(0, quota - total) + credits)
    end
    local holders = 1
    for other, its in pairs(open) do
      if other ~= holder and its.month == client.month then holders = holders + 1 end
    end
    local units = min(part.units, math.floor(free / (SHARE * holders)))
    if units < FEWEST_UNITS then return nil end
    local tokens, any = {}, false
    if client.q then
      if client.q < FEWEST_TOKENS then return nil end
      for family, most in string.gmatch(part.tokens, '(%d+) (%d+)') do
        family = tonumber(family)
        local hold = holdOf(family, holder, number)
        local before = hold and hold.tokens or 0
        local waits = max(0, book.boundedTat(family) - client.now)
        local left = max(0, math.floor((client.q * client.interval - waits) / client.interval))
        local count = max(before, min(tonumber(most), math.floor((left + before) / 2)))
        if count > 0 then tokens[#tokens + 1] = {family, count, before} end
      end
      if #tokens == 0 then return nil end
    end
    if not tops then begin(number) end
    local text = {format('%.0f', max(units, ownUnits))}
    for _, one in ipairs(tokens) do
      local family, count, before = one[1], one[2], one[3]
      local hold = {holder = holder, number = number, tokens = count, till = storeNow + LEASE_MS, interval = client.interval}
      setHold(family, holder, hold, (count - before) * client.interval)
      text[#text + 1] = format('%.0f', count)
    end
    open[holder] = {number = number, month = client.month, units = max(units, ownUnits), seen = storeNow, asked = 0}
    written[holder], closed[holder] = true, nil
    return table.concat(text, ' ')
  end

  -- Grants, recalls and writes the leases. Returns the section of the answer from which the process rebuilds them.
  function book.grant()
    local held = grant() or '-'
    if book.wantsRecall and not isWithin(RECALL_MS - 1, client.recalled) then
      call('HSET', KEYS[1], 'recalled', format('%.0f', storeNow))
      redis.pcall('PUBLISH', RECALLS, match(KEYS[1], '{(.*)}:account$'))
      for holder, its in pairs(open) do
        if its.asked == 0 then its.asked, written[holder] = storeNow, true end
      end
    end
    for holder in pairs(closed) do call('HDEL', KEYS[4], holder) end
    for holder in pairs(written) do
      local its = open[holder]
      call('HSET', KEYS[4], holder, format('%.0f %s %.0f %.0f %.0f', its.number, its.month, its.units, its.seen, its.asked))
    end
    if next(written) then call('EXPIRE', KEYS[4], client.keep) end
    local openText, rowText = table.concat(openTexts, '\n'), table.concat(reported, '\n')
    return '\f' .. table.concat({format('%.0f', client.recalled), openText, own or '', rowText, held}, '\f')
  end

  return book
end
