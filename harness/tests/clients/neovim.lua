-- Neovim with the lines of CONTRIBUTING.md: errors of rules files and of an experiment, completion, and formatting. Files are written to a given folder.
local folder = vim.env.TREEBENCH_FOLDER

local function open(name, text)
    local file = assert(io.open(folder .. "/" .. name, "w"))
    file:write(text)
    file:close()
    vim.cmd.edit(folder .. "/" .. name)
end

local function must(what, check)
    if not vim.wait(30000, check, 50) then
        print("no " .. what .. ": " .. vim.inspect(vim.diagnostic.get(0)))
        vim.cmd("cquit")
    end
end

local function complains(of)
    return function()
        return vim.iter(vim.diagnostic.get(0)):any(function(problem)
            return problem.message:find(of, 1, true) ~= nil
        end)
    end
end

local rules = "domain Player = a | b\ndomain Score = 0 | 1\ngraph rules() {\n  player = a\n  $ x\n  plyer = keeper\n  end()\n}\n"
open("wrong.hrg", rules)
must("error of .hrg", complains("did you mean `player`?"))
open("wrong.rbg", "#players = a(1), b(1)\n#peces = e\n")
must("error of .rbg", complains("the section `#pieces` is missing"))
open("wrong.toml", '[experiment]\nnam = "x"\nkind = "match"\n')
must("error of an experiment", complains("did you mean `name`?"))

local at = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = 1, character = 1 } }
must("completion", function()
    local answers = vim.lsp.buf_request_sync(0, "textDocument/completion", at, 5000) or {}
    return vim.iter(answers):any(function(answer)
        return answer.result ~= nil and #(answer.result.items or answer.result) > 0
    end)
end)

open("right.hrg", (rules:gsub("plyer", "player"):gsub("  end", "end")))
must("client", function()
    return #vim.lsp.get_clients({ bufnr = 0 }) > 0
end)
must("layout", function()
    vim.lsp.buf.format({ timeout_ms = 5000 })
    return vim.api.nvim_buf_get_lines(0, 6, 7, false)[1] == "  end()"
end)
print("played in Neovim")
vim.cmd("qall!")
