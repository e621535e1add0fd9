// The desk's page: sends its forms as calls to the sandbox's API, and shows the sandbox's faults on its switches.

const REFRESH_MS = 2_000;
const COPIED_MS = 1_500;

async function call(method, path, body) {
  const answer = await fetch(path, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const content = await answer.json();
  if (!answer.ok) throw new Error(content.error);
  return content;
}

/** Returns the fields of a form by name, without empty ones except `reference`. Fields with `data-number` become numbers. */
function readFormValues(form, submitter) {
  const values = {};
  for (const [name, value] of new FormData(form, submitter)) {
    if (value === '' && name !== 'reference') continue;
    values[name] = form.elements.namedItem(name)?.hasAttribute?.('data-number') ? Number(value) : value;
  }
  return values;
}

function showResult(output, text, tone) {
  if (!output) return;
  output.textContent = text;
  output.className = tone;
}

async function submit(form, submitter) {
  const [method, template] = form.dataset.call.split(' ');
  const values = readFormValues(form, submitter);
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const value = values[name] ?? '';
    delete values[name];
    return encodeURIComponent(value);
  });
  if (method === 'GET') return call(method, `${path}?${new URLSearchParams(values)}`);
  return call(method, path, values);
}

for (const form of document.querySelectorAll('form[data-call]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const output = form.querySelector('output');
    submit(form, event.submitter)
      .then((answer) => showResult(output, answer.message ?? form.dataset.done ?? 'Done.', 'good'))
      .catch((error) => showResult(output, error.message, 'bad'))
      .finally(() => void refresh());
  });
}

async function copy(button) {
  const announcement = document.getElementById('announcement');
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = 'Copied';
    announcement.textContent = `Copied ${button.dataset.copy}`;
    setTimeout(() => {
      button.textContent = label;
    }, COPIED_MS);
  } catch {
    announcement.textContent = 'The browser does not allow copying.';
  }
}

for (const button of document.querySelectorAll('button[data-copy]')) {
  button.addEventListener('click', () => void copy(button));
}

const switches = [...document.querySelectorAll('input[data-fault]')].map((input) => ({
  input,
  fault: JSON.parse(input.dataset.fault),
}));

function isSame(one, other) {
  return one.standIn === other.standIn && one.call === other.call && one.effect === other.effect;
}

function showFaults(faults) {
  for (const { input, fault } of switches) input.checked = faults.some((active) => isSame(active, fault));
  const list = document.querySelector('[data-faults]');
  const descriptions = faults.map(
    (fault) =>
      `${fault.standIn} ${fault.call} ${fault.effect}, ${fault.times} times` +
      (fault.after > 0 ? `, after ${fault.after} calls` : '') +
      (fault.subject ? `, about ${fault.subject}` : ''),
  );
  list.replaceChildren(
    ...(descriptions.length > 0 ? descriptions : ['Nothing.']).map((text) => {
      const row = document.createElement('li');
      row.textContent = text;
      return row;
    }),
  );
}

/** Reads the list again before it changes the list, since used-up faults are removed. */
async function changeFaults(change) {
  showFaults(await call('PUT', '/api/faults', change(await call('GET', '/api/faults'))));
}

for (const { input, fault } of switches) {
  input.addEventListener('change', () => {
    const on = input.checked;
    changeFaults((faults) => [...faults.filter((active) => !isSame(active, fault)), ...(on ? [fault] : [])]).catch(
      refresh,
    );
  });
}

document
  .querySelector('[data-clear-faults]')
  .addEventListener('click', () => void changeFaults(() => []).catch(refresh));

document.querySelector('form[data-add-fault]').addEventListener('submit', (event) => {
  event.preventDefault();
  const form = event.currentTarget;
  const output = form.querySelector('output');
  const fault = readFormValues(form, event.submitter);
  changeFaults((faults) => [...faults, fault])
    .then(() => showResult(output, 'Switched on.', 'good'))
    .catch((error) => showResult(output, error.message, 'bad'));
});

async function refresh() {
  try {
    const [clock, faults] = await Promise.all([call('GET', '/api/clock'), call('GET', '/api/faults')]);
    document.querySelector('[data-clock="now"]').textContent = clock.now;
    document.querySelector('[data-clock="offset"]').textContent = `${clock.offsetSeconds} s`;
    showFaults(faults);
  } catch {
    // The sandbox is stopping or starting; the next refresh may succeed.
  }
}

await refresh();
setInterval(() => void refresh(), REFRESH_MS);
