-- Neovim without a screen: `nvim --clean --headless -l editors/nvim/test.lua` in the repository, with the parser in LUDEX_PARSER.
vim.g.ludex_parser = assert(vim.env.LUDEX_PARSER, 'LUDEX_PARSER names the parser')
assert(vim.env.LUDEX, 'LUDEX names the command')
local root = vim.fn.getcwd()
dofile(root .. '/editors/nvim/ludex.lua')
-- Not whatever is on the path.
vim.lsp.config('ludex', { cmd = { vim.env.LUDEX, 'lsp' } })
vim.cmd('filetype on')

vim.cmd.edit('games/noah/noah.rules')
assert(vim.bo.filetype == 'ludex', 'the file type is ' .. vim.bo.filetype)
assert(vim.bo.commentstring == '// %s')
local parser = vim.treesitter.get_parser(0, 'ludex')
local tree = parser:parse()[1]
assert(not tree:root():has_error(), 'noah.rules has an error node')
local query = vim.treesitter.query.get('ludex', 'highlights')
local captures = 0
for _ in query:iter_captures(tree:root(), 0) do
  captures = captures + 1
end
assert(captures > 1000, captures .. ' captures')
assert(vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()], 'no colours')
assert(vim.treesitter.foldexpr(10) ~= nil)

-- A file of rules that is of no game is left alone.
local elsewhere = vim.fn.tempname() .. '.rules'
vim.fn.writefile({ 'SUBSYSTEM=="usb"' }, elsewhere)
vim.cmd.edit(elsewhere)
assert(vim.bo.filetype ~= 'ludex', 'a file of no game is taken for rules')

-- The language server, where the command has one.
local has_server = vim.system({ vim.env.LUDEX, 'lsp', '--help' }):wait().code == 0
if has_server then
  vim.cmd.edit('games/noah/animals.yaml')
  local attached = vim.wait(60000, function()
    return #vim.lsp.get_clients({ bufnr = 0, name = 'ludex' }) > 0
  end)
  assert(attached, 'the language server is not attached to a table')
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'no_such_list: []' })
  local told = vim.wait(60000, function()
    return #vim.diagnostic.get(0) > 0
  end)
  assert(told, 'no diagnostic for a list that is not declared')
end
print(('Neovim %s: %d captures, language server: %s\n'):format(tostring(vim.version()), captures, has_server and 'tested' or 'none in this ludex'))
os.exit(0)
