// The page of the lamp: the range comes from OPTIONS, the value from the row's events. The policy of the desk lets a page
// load its own files and ask the desk, and nothing else.
const row = '/api/exemplar';
const slider = document.querySelector('input');
const shown = document.querySelector('output');
const status = document.querySelector('[role="status"]');

const { fields } = await (await fetch(row, { method: 'OPTIONS' })).json();
const { minimum, maximum, multipleOf, unit } = fields.brightnessPercent;
Object.assign(slider, { min: minimum, max: maximum, step: multipleOf });

const follow = ({ data }) => {
  const { brightnessPercent } = JSON.parse(data);
  if (!slider.matches(':active')) slider.value = brightnessPercent;
  shown.textContent = `${brightnessPercent} ${unit}`;
  slider.disabled = false;
  status.textContent = '';
};
const events = new EventSource(`${row}?watch=1`);
events.addEventListener('snapshot', follow);
events.addEventListener('change', follow);
events.addEventListener('error', () => {
  slider.disabled = true;
  status.textContent = 'The desk does not answer.';
});

slider.addEventListener('change', async () => {
  const body = JSON.stringify({ brightnessPercent: slider.valueAsNumber });
  const answer = await fetch(row, { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body });
  if (!answer.ok) status.textContent = (await answer.json()).detail;
});
