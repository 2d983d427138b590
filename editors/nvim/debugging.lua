-- A debugging session in Neovim without a screen: `nvim --clean --headless -l editors/nvim/debugging.lua` in the repository, with a
-- copy of nvim-dap in NVIM_DAP and the command in LUDEX. No registry has nvim-dap, so this is run by hand.
vim.opt.runtimepath:append(assert(vim.env.NVIM_DAP, 'NVIM_DAP names a copy of nvim-dap'))
local repository = vim.fn.getcwd()
vim.cmd('runtime! plugin/dap.lua')
dofile(repository .. '/editors/nvim/ludex.lua')
vim.cmd('filetype on')
local dap = require('dap')
dap.adapters.ludex.command = assert(vim.env.LUDEX, 'LUDEX names the command')

local function until_(what, holds)
  assert(vim.wait(60000, holds, 20), 'never: ' .. what)
  print(what)
end

local function line_of(path, text)
  for number, line in ipairs(vim.fn.readfile(path)) do
    if line:find(text, 1, true) then
      return number
    end
  end
  error('no `' .. text .. '` in ' .. path)
end

local rules = 'games/noah/noah.rules'
local here = line_of(rules, 'move taken to hand')
local ruling = 'games/noah/rulings/powers/r16-lion-exchanges.ruling.yaml'

--- Returns the file and the line at which play stands.
local function stands()
  local frame = dap.session() and dap.session().current_frame
  return frame and frame.source and vim.fs.normalize(frame.source.path):match('games/.*$'), frame and frame.line
end
local function stands_at(line)
  return function()
    local file, at = stands()
    return file == rules and at == line
  end
end

vim.cmd.edit(rules)
vim.api.nvim_win_set_cursor(0, { here, 0 })
dap.set_breakpoint()
vim.cmd.edit(ruling)
assert(#dap.configurations.yaml == 1 and #dap.configurations.ludex == 1)
dap.continue()
until_('a ruling stops at its first statement', function()
  return dap.session() and dap.session().stopped_thread_id and select(2, stands()) ~= nil
end)
dap.continue()
until_('the breakpoint is met', stands_at(here))

until_('scopes have the names and what each seat sees', function()
  local scopes = vim.tbl_map(function(scope)
    return scope.name
  end, dap.session().current_frame.scopes or {})
  return vim.deep_equal(scopes, { 'Locals', 'Position', 'Seen by P0', 'Seen by P1', 'Seen by P2' })
end)
local answer
dap.session():request('evaluate', { expression = 'size(opponent.hand)', context = 'watch', frameId = dap.session().current_frame.id }, function(problem, result)
  answer = problem and vim.inspect(problem) or result.result
end)
until_('an expression is answered', function()
  return answer ~= nil
end)
assert(answer == '3', answer)

dap.step_over()
until_('a step', stands_at(here + 1))
dap.step_back()
until_('a step back', stands_at(here))
dap.terminate()
until_('the session ends', function()
  return dap.session() == nil
end)

-- Rules have a configuration of their own.
vim.cmd.edit(rules)
dap.clear_breakpoints()
dap.continue()
until_('a new game stops at its first statement', function()
  return dap.session() and dap.session().stopped_thread_id and stands() == rules
end)
dap.terminate()
until_('this session ends, too', function()
  return dap.session() == nil
end)
print(('Neovim %s: a debugging session\n'):format(tostring(vim.version())))
os.exit(0)
