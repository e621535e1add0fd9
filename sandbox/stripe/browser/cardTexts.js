// Labels of the fields, and error messages by the codes of Stripe's own element.
const en = {
  number: 'Card number',
  expiry: 'Expiry date',
  cvc: 'Security code',
  numberPlaceholder: '1234 1234 1234 1234',
  expiryPlaceholder: 'MM / YY',
  cvcPlaceholder: 'CVC',
  title: 'Card details',
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry_month: "Your card's expiration date is invalid.",
  invalid_expiry_month_past: "Your card's expiration date is in the past.",
  invalid_expiry_year_past: "Your card's expiration year is in the past.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  incomplete_cvc: "Your card's security code is incomplete.",
};

const zh = {
  number: '卡号',
  expiry: '有效期',
  cvc: '安全码',
  numberPlaceholder: '1234 1234 1234 1234',
  expiryPlaceholder: '月 / 年',
  cvcPlaceholder: 'CVC',
  title: '银行卡信息',
  incomplete_number: '您的卡号不完整。',
  invalid_number: '您的卡号无效。',
  incomplete_expiry: '您的银行卡有效期不完整。',
  invalid_expiry_month: '您的银行卡有效期无效。',
  invalid_expiry_month_past: '您的银行卡已过有效期。',
  invalid_expiry_year_past: '您的银行卡有效年份已过。',
  invalid_expiry_year: '您的银行卡有效年份无效。',
  incomplete_cvc: '您的银行卡安全码不完整。',
};

export function getTexts(locale) {
  return String(locale).toLowerCase().startsWith('zh') ? zh : en;
}

export function getLanguage(locale) {
  return String(locale).toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';
}
