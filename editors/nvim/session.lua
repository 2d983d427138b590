-- An author's way through Neovim without a screen: `nvim --clean --headless -l editors/nvim/session.lua` in the repository, with
-- the parser in LUDEX_PARSER and the command in LUDEX. A copy of Ark Nova gets a mistake, which is told and mended by a code action;
-- a word is completed, a card renamed, a file formatted, and a lens of a ruling accepts its outcome.
vim.g.ludex_parser = assert(vim.env.LUDEX_PARSER, 'LUDEX_PARSER names the parser')
assert(vim.env.LUDEX, 'LUDEX names the command')
local repository = vim.fn.getcwd()
dofile(repository .. '/editors/nvim/ludex.lua')
vim.lsp.config('ludex', { cmd = { vim.env.LUDEX, 'lsp' } })
vim.cmd('filetype on')

local desk = vim.fn.tempname()
local game = desk .. '/games/ark_nova'
local kept = 'rulings/sponsors'
local accepted = desk .. '/snapshots/ark_nova/sponsors/several-owners-react.snap'

--- Copies the game with the rulings of one folder, and their accepted outcomes but for one.
local function set_the_desk()
  local function copy_folder(from, to)
    vim.fn.mkdir(to, 'p')
    for name, kind in vim.fs.dir(from) do
      if kind == 'file' then
        assert(vim.uv.fs_copyfile(from .. '/' .. name, to .. '/' .. name))
      end
    end
  end
  copy_folder(repository .. '/games/ark_nova', game)
  copy_folder(repository .. '/games/ark_nova/icons', game .. '/icons')
  copy_folder(repository .. '/games/ark_nova/' .. kept, game .. '/' .. kept)
  copy_folder(repository .. '/snapshots/ark_nova/sponsors', vim.fs.dirname(accepted))
  assert(vim.uv.fs_unlink(accepted))
end

--- Waits until something holds; says what never did.
local function until_(what, holds)
  assert(vim.wait(120000, holds, 20), 'never: ' .. what)
  print(what)
end

--- Returns the number of the first line, from 1, and the column, from 0, behind a text.
local function behind(text)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local _, last = line:find(text, 1, true)
    if last then
      return number, last
    end
  end
  error('no `' .. text .. '` in ' .. vim.api.nvim_buf_get_name(0) .. ', at the cursor: ' .. vim.api.nvim_get_current_line())
end

--- Replaces the first of a text in the open file, and stands behind what is there then.
local function replace(old, new)
  local number, last = behind(old)
  vim.api.nvim_buf_set_text(0, number - 1, last - #old, number - 1, last, { new })
  vim.api.nvim_win_set_cursor(0, { number, last - #old + #new })
end

local function line_of(text)
  return vim.api.nvim_buf_get_lines(0, behind(text) - 1, behind(text), false)[1]
end

local function codes()
  return vim.tbl_map(function(one)
    return one.code
  end, vim.diagnostic.get(0))
end

set_the_desk()
vim.cmd.edit(game .. '/animals.yaml')
until_('the server is attached to a table', function()
  return #vim.lsp.get_clients({ bufnr = 0, name = 'ludex' }) > 0
end)
local client = vim.lsp.get_clients({ bufnr = 0, name = 'ludex' })[1]

-- A mistake is told at its place, and mended by the action that is offered first.
replace('on_play: sprint(3)', 'on_play: sprnt(3)')
until_('a misspelt effect is told', function()
  return vim.deep_equal(codes(), { 'N01' })
end)
local told = vim.diagnostic.get(0)[1]
assert(told.message:find('did you mean `sprint`?', 1, true), told.message)
assert(vim.api.nvim_buf_get_text(0, told.lnum, told.col, told.end_lnum, told.end_col, {})[1] == 'sprnt')
vim.api.nvim_win_set_cursor(0, { told.lnum + 1, told.col })
vim.lsp.buf.code_action({
  apply = true,
  filter = function(action)
    return action.isPreferred
  end,
})
until_('a code action mends it', function()
  return line_of('id: A401'):find('on_play: sprint(3)', 1, true) ~= nil and #vim.diagnostic.get(0) == 0
end)

-- What is typed halfway is completed, as Neovim's own functions apply it.
replace('on_play: sprint(3)', 'on_play: spri')
local function complete(label)
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local answer = assert(client:request_sync('textDocument/completion', params, 120000, vim.api.nvim_get_current_buf()))
  assert(answer.err == nil, vim.inspect(answer.err))
  for _, item in ipairs(answer.result.items) do
    if item.label == label then
      -- As the completion menu does it: the typed word goes, and the snippet stands in its place.
      local edit = vim.tbl_extend('force', item.textEdit, { newText = '' })
      vim.lsp.util.apply_text_edits({ edit }, vim.api.nvim_get_current_buf(), client.offset_encoding)
      vim.snippet.expand(item.textEdit.newText)
      vim.snippet.stop()
      return
    end
  end
  error('`' .. label .. '` is not offered')
end
complete('sprint')
replace('on_play: sprint(n)', 'on_play: sprint(3)')
until_('a completed effect is right', function()
  return #vim.diagnostic.get(0) == 0
end)

-- A card is renamed in its table and in the rulings.
local row = behind('id: A415,')
vim.api.nvim_win_set_cursor(0, { row, line_of('id: A415,'):find('A415', 1, true) - 1 })
vim.lsp.buf.rename('raccoon')
local ruling = vim.fn.bufadd(game .. '/' .. kept .. '/several-owners-react.ruling.yaml')
until_('a card is renamed, in rulings too', function()
  local lines = vim.api.nvim_buf_is_loaded(ruling) and vim.api.nvim_buf_get_lines(ruling, 0, -1, false) or {}
  local text = table.concat(lines, '\n')
  local table_text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  return table_text:find('id: raccoon,', 1, true) ~= nil and text:find('"P1: play_animal raccoon"', 1, true) ~= nil and not text:find('A415', 1, true)
end)
vim.cmd('silent wall')

-- Rules that are out of shape are formatted.
vim.cmd.edit(game .. '/cards.rules')
until_('the server is attached to rules', function()
  return #vim.lsp.get_clients({ bufnr = 0, name = 'ludex' }) > 0
end)
local shapely = vim.api.nvim_buf_get_lines(0, 0, -1, false)
local head = assert(vim.iter(shapely):find(function(line)
  return line:match('^effect ')
end))
replace(head, (head:gsub(' ', '   ')))
assert(not vim.deep_equal(vim.api.nvim_buf_get_lines(0, 0, -1, false), shapely))
vim.lsp.buf.format({ timeout_ms = 120000 })
until_('rules are formatted', function()
  return vim.deep_equal(vim.api.nvim_buf_get_lines(0, 0, -1, false), shapely)
end)

-- The lens of a ruling that waits accepts its outcome, and then says that it passes.
vim.cmd.edit(game .. '/' .. kept .. '/several-owners-react.ruling.yaml')
local function lenses()
  vim.lsp.codelens.refresh({ bufnr = 0 })
  return vim.tbl_map(function(lens)
    return lens.command.title
  end, vim.lsp.codelens.get(0))
end
until_('a ruling waits to be accepted', function()
  vim.wait(300)
  return vim.list_contains(lenses(), 'accept')
end)
vim.api.nvim_win_set_cursor(0, { 1, 0 })
vim.ui.select = function(items, _, choose)
  for nth, item in ipairs(items) do
    if item.lens.command.title == 'accept' then
      return choose(item, nth)
    end
  end
  error('no lens accepts')
end
vim.lsp.codelens.run()
until_('a lens accepts it', function()
  vim.wait(300)
  return vim.uv.fs_stat(accepted) ~= nil and vim.deep_equal(lenses(), { 'passes' })
end)

vim.fn.delete(desk, 'rf')
print(('Neovim %s: a session with Ark Nova\n'):format(tostring(vim.version())))
os.exit(0)
