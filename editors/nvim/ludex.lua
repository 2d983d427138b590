-- ludex in Neovim 0.11: the language server in `.rules` and in the YAML of games, and colours by tree-sitter.
-- Put this folder (`editors/nvim`) on the runtime path, and `require` nothing: `:luafile` or `dofile` this file in your init.lua.
local here = vim.fs.dirname(vim.fs.normalize(debug.getinfo(1, 'S').source:sub(2)))
vim.opt.runtimepath:append(here)
vim.opt.runtimepath:append(here .. '/after')
-- The queries of the grammar lie beside it, under no folder of a language.
local grammar = vim.fs.normalize(here .. '/../tree-sitter-ludex')

--- Returns the folder of the game that a file is of: the nearest one above with a game.yaml.
local function game_of(path)
  return vim.fs.root(path, 'game.yaml')
end

vim.filetype.add({
  extension = {
    rules = function(path)
      -- Others have `.rules` too: udev, snort.
      return game_of(path) and 'ludex' or require('vim.filetype.detect').rules(path)
    end,
  },
})

vim.lsp.config('ludex', {
  cmd = { 'ludex', 'lsp' },
  filetypes = { 'ludex', 'yaml' },
  root_dir = function(buffer, start)
    local path = vim.api.nvim_buf_get_name(buffer)
    local game = game_of(path)
    -- Other YAML is left alone; a ruling may lie outside of its game.
    if game or path:match('%.ruling%.yaml$') then
      start(vim.fs.root(path, '.git') or game or vim.fs.dirname(path))
    end
  end,
})
vim.lsp.enable('ludex')

-- The parser, once it is built: `cc -shared -fPIC -O1 -I src src/parser.c src/scanner.c -o parser/ludex.so` in the grammar's folder.
local parser = vim.g.ludex_parser or grammar .. '/parser/ludex.so'
if vim.uv.fs_stat(parser) then
  vim.treesitter.language.add('ludex', { path = parser })
  for _, sort in ipairs({ 'highlights', 'folds', 'indents', 'locals', 'injections' }) do
    vim.treesitter.query.set('ludex', sort, table.concat(vim.fn.readfile(grammar .. '/queries/' .. sort .. '.scm'), '\n'))
  end
end

vim.api.nvim_create_autocmd('FileType', {
  pattern = 'ludex',
  callback = function(event)
    vim.bo[event.buf].commentstring = '// %s'
    vim.bo[event.buf].shiftwidth = 2
    vim.bo[event.buf].expandtab = true
    if pcall(vim.treesitter.start, event.buf, 'ludex') then
      vim.wo.foldexpr = 'v:lua.vim.treesitter.foldexpr()'
    end
  end,
})

-- The debugger of rules, where nvim-dap is installed.
local has_dap, dap = pcall(require, 'dap')
if has_dap then
  dap.adapters.ludex = { type = 'executable', command = 'ludex', args = { 'dap' } }
  local ruling = { type = 'ludex', request = 'launch', name = 'this ruling', ruling = '${file}', stopOnEntry = true }
  dap.configurations.yaml = vim.list_extend(dap.configurations.yaml or {}, { ruling })
  local game = function() return game_of(vim.api.nvim_buf_get_name(0)) end
  dap.configurations.ludex = { { type = 'ludex', request = 'launch', name = 'a new game', game = game, stopOnEntry = true } }
end
