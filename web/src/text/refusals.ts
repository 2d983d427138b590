// Reasons of the engine and the server for refusing a request, by their codes. English ones come with the refusal.
export const refusals: Record<string, Record<string, string>> = {
  ja: {
    stale: "その間に卓が変わりました。もう一度見てください。",
    not_asked: "今はあなたの番ではありません。",
    no_such_option: "その選択肢はありません。",
    no_undo: "この手は元に戻せません。あなたの手でないか、誰かが何かを知ったためです。",
    no_redo: "あなたが元に戻した手はありません。",
    no_such_move: "その手はありません。",
    secret: "隠された情報が分かってしまうため、ゲームが終わるまで見られません。",
    join: "先に卓に着いてください。",
    wrong_token: "このリンクは無効です。新しいリンクを卓の作成者に頼んでください。",
    not_allowed: "このリンクではそれはできません。",
    too_many: "要求が多すぎます。しばらく待ってください。",
    other_rules: "卓を作った後にこのゲームのルールが変わりました。",
  },
};
