;;; ludex.el --- Rules of board and card games  -*- lexical-binding: t -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; A mode for `.rules', and the language server by eglot, there and in the YAML of games:
;;   (load "/path/to/ludex/editors/emacs/ludex.el")
;; M-x eglot starts the server; `ludex-eglot-ensure' in a hook does so by itself.

;;; Code:

(require 'rx)

;; Of eglot, which Emacs has since 29, and ELPA for 28.
(defvar eglot-server-programs)
(declare-function eglot-ensure "eglot")

(defgroup ludex nil "Rules of board and card games." :group 'languages)

(defcustom ludex-command '("ludex" "lsp")
  "The language server and its arguments."
  :type '(repeat string))

(defconst ludex--declarations
  '("action" "before" "board" "effect" "enum" "heuristic" "kind" "modify" "moment" "option" "place" "play" "query" "record"
    "result" "setup" "table" "track" "var" "when"))

(defconst ludex--words
  '("active" "again" "all" "and" "any" "as" "at" "bag" "beyond" "by" "capacity" "choose" "continue" "direction" "div" "each" "else"
    "empty" "face" "first" "for" "from" "gate" "has" "high" "home" "if" "in" "instead" "into" "is" "join" "later" "layout" "least" "let"
    "low" "may" "minus" "mod" "most" "not" "of" "offer" "on" "once" "onto" "or" "ordered" "over" "per" "placement" "player" "plus"
    "pool" "possible" "reach" "recursive" "repeat" "require" "return" "score" "seen" "set" "stop" "then" "times" "to" "uncompared"
    "under" "until" "up" "value" "where" "while" "wins" "with"))

(defconst ludex--font-lock
  `((,(rx (group (or "effect" "query" "action" "when" "before" "instead of" "modify")) (+ blank) (group (+ (or word ?_))))
     (1 font-lock-keyword-face) (2 font-lock-function-name-face))
    (,(rx (group (or "enum" "kind" "record" "board")) (+ blank) (group (+ (or word ?_))))
     (1 font-lock-keyword-face) (2 font-lock-type-face))
    (,(rx "." (group (+ (or word ?_)))) 1 font-lock-variable-name-face)
    (,(regexp-opt (append ludex--declarations ludex--words) 'symbols) . font-lock-keyword-face)
    (,(regexp-opt '("int" "bool" "text" "hooks" "shape") 'symbols) . font-lock-type-face)
    (,(regexp-opt '("true" "false" "none" "you" "this" "players" "chosen") 'symbols) . font-lock-constant-face)
    (,(rx symbol-start (group (+ (or word ?_))) "(") 1 font-lock-function-name-face)))

(defvar ludex-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?/ ". 12" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    table))

(defun ludex--indentation ()
  "Return the column of the current line: two more for each bracket that is open."
  (save-excursion
    (back-to-indentation)
    (let ((closes (looking-at-p (rx (any "})]")))))
      (* 2 (max 0 (- (car (syntax-ppss)) (if closes 1 0)))))))

(defun ludex-indent-line ()
  "Indent the current line."
  (interactive)
  (if (<= (current-column) (current-indentation))
      (indent-line-to (ludex--indentation))
    (save-excursion (indent-line-to (ludex--indentation)))))

;;;###autoload
(define-derived-mode ludex-mode prog-mode "ludex"
  "A mode for rules of games."
  (setq-local font-lock-defaults '(ludex--font-lock)
              comment-start "// "
              comment-end ""
              indent-tabs-mode nil
              indent-line-function #'ludex-indent-line
              imenu-generic-expression
              `((nil ,(rx line-start (or "enum" "kind" "record" "place" "board" "var" "track" "table" "moment" "effect" "query" "action")
                          (+ blank) (group (+ (or word ?_))))
                     1))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.rules\\'" . ludex-mode))

(defun ludex-eglot-ensure ()
  "Start the language server in a file of a game."
  (when (and buffer-file-name (require 'eglot nil t)
             (or (locate-dominating-file buffer-file-name "game.yaml") (string-suffix-p ".ruling.yaml" buffer-file-name)))
    (eglot-ensure)))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs `((ludex-mode yaml-mode yaml-ts-mode) . ,ludex-command)))

(add-hook 'ludex-mode-hook #'ludex-eglot-ensure)
(add-hook 'yaml-mode-hook #'ludex-eglot-ensure)
(add-hook 'yaml-ts-mode-hook #'ludex-eglot-ensure)

(provide 'ludex)
;;; ludex.el ends here
