// The card fields, inside a frame of this origin. The card's details are sent only to this origin. The page that contains the
// frame receives readiness, height, brand and errors, and finally a token.
import { BRAND_MARKS, checks, extractDigits, findBrand, formatExpiry, formatNumber } from './cardFields.js';
import { getLanguage, getTexts } from './cardTexts.js';
import { answerRequests, notifyPage, paint, requestToken } from './frameChannel.js';

const clockOffsetMs = Number(document.documentElement.dataset.now) * 1000 - Date.now();

const NAMES = ['number', 'expiry', 'cvc'];
const inputs = Object.fromEntries(NAMES.map((name) => [name, document.getElementById(name)]));
/** Fields that show their errors: those that the buyer has left, and all fields after a press of Pay. */
const validatedFields = new Set();
let texts = getTexts('en');
let lastState = '';

const findLabel = (name) => document.querySelector(`label[for="${name}"]`);

function findErrorCode(name) {
  const context = { now: new Date(Date.now() + clockOffsetMs), number: inputs.number.value };
  return checks[name](inputs[name].value, context);
}

function showErrors() {
  for (const name of NAMES) {
    const input = inputs[name];
    const code = findErrorCode(name);
    const isShown = code !== undefined && validatedFields.has(name);
    input.classList.toggle('Input--invalid', isShown);
    findLabel(name).classList.toggle('Label--invalid', isShown);
    if (isShown) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
    const line = document.getElementById(`${name}-error`);
    const text = isShown ? texts[code] : '';
    if (line.textContent !== text) line.textContent = text;
  }
}

/** A floating label is inside its field, like a placeholder, while the field is empty and not focused. */
function placeLabels() {
  for (const name of NAMES) {
    const isFocused = inputs[name] === document.activeElement;
    const isEmpty = inputs[name].value === '';
    const { classList } = findLabel(name);
    classList.toggle('Label--focused', isFocused);
    classList.toggle('Label--empty', isEmpty);
    classList.toggle('Label--resting', isEmpty && !isFocused);
    classList.toggle('Label--floating', !isEmpty || isFocused);
  }
}

function reportState() {
  placeLabels();
  const brand = findBrand(extractDigits(inputs.number.value));
  document.getElementById('brand').textContent = BRAND_MARKS[brand];
  const complete = NAMES.every((name) => findErrorCode(name) === undefined);
  const empty = NAMES.every((name) => inputs[name].value === '');
  const state = JSON.stringify({ brand, complete, empty });
  if (state !== lastState) notifyPage({ type: 'change', brand, complete, empty });
  lastState = state;
}

/** Writes the formatted text and puts the caret after the same digit as before. */
function rewrite(input, text) {
  const atEnd = input.selectionStart === input.value.length;
  const digitsBefore = extractDigits(input.value.slice(0, input.selectionStart ?? 0)).length;
  if (input.value === text) return;
  input.value = text;
  let caret = text.length;
  if (!atEnd) {
    caret = 0;
    for (let seen = 0; caret < text.length && seen < digitsBefore; caret += 1) if (/\d/.test(text[caret])) seen += 1;
  }
  input.setSelectionRange(caret, caret);
}

const rewriters = {
  number: (input) => rewrite(input, formatNumber(input.value)),
  expiry: (input, isDeleting) => rewrite(input, formatExpiry(input.value, isDeleting)),
  cvc: (input) => rewrite(input, extractDigits(input.value).slice(0, 4)),
};

/** Moves the focus to the next field, if it is empty and the number or expiry before it is complete and valid. */
function focusNextField(name) {
  const next = inputs[NAMES[NAMES.indexOf(name) + 1]];
  const isFull = name === 'number' || name === 'expiry';
  const atEnd = inputs[name].selectionStart === inputs[name].value.length;
  if (next && isFull && atEnd && next.value === '' && findErrorCode(name) === undefined) next.focus();
}

for (const name of NAMES) {
  const input = inputs[name];
  input.addEventListener('input', (event) => {
    const isDeleting = event.inputType?.startsWith('delete') ?? false;
    rewriters[name](input, isDeleting);
    const code = findErrorCode(name);
    if (code?.startsWith('invalid')) validatedFields.add(name);
    showErrors();
    reportState();
    if (!isDeleting) focusNextField(name);
  });
  input.addEventListener('focus', () => {
    placeLabels();
    notifyPage({ type: 'focus' });
  });
  input.addEventListener('blur', () => {
    if (input.value !== '') validatedFields.add(name);
    placeLabels();
    showErrors();
    notifyPage({ type: 'blur' });
  });
}

document.getElementById('card').addEventListener('submit', (event) => {
  event.preventDefault();
  notifyPage({ type: 'enter' });
});

// ---- appearance

const RULES =
  /^\.(Input|Label|Error)(--(invalid|empty|focused|floating|resting))?(:focus|:hover|::placeholder|:disabled)?$/;
const ruleSheet = new CSSStyleSheet();
document.adoptedStyleSheets = [ruleSheet];

/** Condensed fields share one box; their errors are below it. */
function applyLayout(labels, inputsKind) {
  const isCondensed = inputsKind === 'condensed';
  const { dataset } = document.documentElement;
  dataset.inputs = inputsKind;
  dataset.labels = labels === 'auto' ? (isCondensed ? 'floating' : 'above') : labels;
  for (const name of NAMES) {
    const line = document.getElementById(`${name}-error`);
    if (isCondensed) document.getElementById('errors').append(line);
    else inputs[name].closest('.Field').append(line);
  }
  placeLabels();
}

function applyAppearance({ theme, labels = 'auto', inputs: inputsKind = 'spaced', variables = {}, rules = {} }) {
  const root = document.documentElement;
  applyLayout(labels, inputsKind);
  const defaults =
    theme === 'night' ? { colorBackground: '#30313d', colorText: '#ffffff', colorTextPlaceholder: '#a3a4ad' } : {};
  for (const [name, value] of Object.entries({ ...defaults, ...variables })) {
    if (/^[A-Za-z]+$/.test(name)) root.style.setProperty(`--${name}`, String(value));
  }
  while (ruleSheet.cssRules.length > 0) ruleSheet.deleteRule(0);
  for (const [selector, declarations] of Object.entries(rules)) {
    if (!RULES.test(selector)) continue;
    const rule = ruleSheet.cssRules[ruleSheet.insertRule(`${selector} {}`, ruleSheet.cssRules.length)];
    for (const [property, value] of Object.entries(declarations)) {
      rule.style.setProperty(
        property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
        String(value),
      );
    }
  }
}

function loadFonts(fonts = []) {
  for (const { family, src, ...descriptors } of fonts) {
    if (!family || !src) continue;
    const face = new FontFace(family, src, descriptors);
    document.fonts.add(face);
    face.load().catch(() => undefined);
  }
}

function applyLocale(locale) {
  const wanted = locale === 'auto' || !locale ? navigator.language : locale;
  texts = getTexts(wanted);
  document.documentElement.lang = getLanguage(wanted);
  document.title = texts.title;
  for (const name of NAMES) {
    findLabel(name).textContent = texts[name];
    inputs[name].placeholder = texts[`${name}Placeholder`];
  }
  showErrors();
}

// ---- requests of the page

/** Shows the errors of all fields. Focuses the first invalid field and returns its error, or an empty object. */
function submit() {
  for (const name of NAMES) validatedFields.add(name);
  showErrors();
  const wrong = NAMES.find((name) => findErrorCode(name) !== undefined);
  if (!wrong) return {};
  inputs[wrong].focus();
  const code = findErrorCode(wrong);
  return { error: { type: 'validation_error', code, message: texts[code] } };
}

async function makeToken({ params = {} }) {
  const wrong = submit();
  if (wrong.error) return wrong;
  const expiry = extractDigits(inputs.expiry.value);
  const { billing_details, allow_redisplay } = params.payment_method_data ?? {};
  const card = {
    number: extractDigits(inputs.number.value),
    exp_month: expiry.slice(0, 2),
    exp_year: expiry.slice(2),
    cvc: extractDigits(inputs.cvc.value),
  };
  const made = await requestToken({ type: 'card', card, billing_details, allow_redisplay }, params);
  if (/number/.test(made.error?.param ?? '')) inputs.number.focus();
  return made;
}

const handlers = {
  paint({ ground }) {
    paint(ground);
    return {};
  },
  setup({ appearance, locale, fonts, ground }) {
    paint(ground);
    loadFonts(fonts);
    applyAppearance(appearance ?? {});
    applyLocale(locale);
    return {};
  },
  submit,
  token: makeToken,
  focus() {
    inputs.number.focus();
    return {};
  },
  blur() {
    document.activeElement?.blur();
    return {};
  },
  clear() {
    for (const name of NAMES) inputs[name].value = '';
    validatedFields.clear();
    showErrors();
    reportState();
    return {};
  },
};

answerRequests(handlers);
