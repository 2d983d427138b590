;;; test.el --- ludex-mode on a game, without a screen  -*- lexical-binding: t -*-
;; emacs --batch -l editors/emacs/ludex.el -l editors/emacs/test.el

(setq ludex-mode-hook nil)
(let ((file (expand-file-name "../../games/noah/noah.rules" (file-name-directory load-file-name))))
  (find-file file)
  (unless (eq major-mode 'ludex-mode) (error "The mode is %s" major-mode))
  ;; The layout of `ludex fmt' is that of the mode, wherever a line begins a statement.
  (goto-char (point-min))
  (search-forward "effect deal_round {\n")
  (dotimes (_ 8)
    (unless (= (current-indentation) (ludex--indentation))
      (error "Line %d is indented by %d, not %d" (line-number-at-pos) (ludex--indentation) (current-indentation)))
    (forward-line))
  (font-lock-ensure)
  (goto-char (point-min))
  (search-forward "effect deal_round")
  (unless (eq (get-text-property (1- (point)) 'face) 'font-lock-function-name-face) (error "No colour for a name"))
  (message "Emacs %s: mode, colours, indentation" emacs-version))
