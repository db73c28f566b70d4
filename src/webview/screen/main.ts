import type { Button } from '../../core/click';
import { isSameSize, isWithin, type Pixel, type Size } from '../../core/screen/geometry';
import { RUNNING_ACTIONS, type ToPage } from '../../core/screen/messages';
import { AddressLine } from './address-line';
import { Control } from './control';
import { Crosshair } from './crosshair';
import { button, focusStage, hasFocus, page, saveState, send, text } from './page';
import { MARK_STAYS, Pictures, Popup } from './pictures';
import { followPointer } from './pointer';
import { Status } from './status';
import {
  clickAt,
  intervalWanted,
  isPressed,
  moveIntoMenu,
  keepChoices,
  setUnusable,
  focusToolbar,
  moveByArrows,
  passOnFocus,
  refreshTabStop,
  zoomWanted,
} from './toolbar';
import { View } from './view';

const view = new View();
const status = new Status();
const crosshair = new Crosshair(view);
const popup = new Popup();
/** Where was clicked, until a picture comes that may show what came of it. */
let marked: { readonly picture: number; isDone: boolean; timer?: ReturnType<typeof setTimeout> } | undefined;
/** A point that was chosen and not yet clicked, on a display of this size. */
let aimed: { readonly pixel: Pixel; readonly button: Button | undefined; readonly size: Size } | undefined;
/** What was clicked last. */
let clicked: Pixel | undefined;

const pictures = new Pictures((shown) => {
  view.show(shown);
  status.setPicture(shown.at);
  page.surface.hidden = false;
  if (crosshair.at && !isWithin(crosshair.at, shown)) hideCrosshair();
  crosshair.draw();
  // The point is somewhere else now.
  if (aimed && !isSameSize(aimed.size, shown)) setAimed(undefined);
  enableActions();
  removeMark();
});

function click(pixel: Pixel, chosen: Button | undefined, isSecond = false): void {
  const { shown } = pictures;
  if (!shown || document.body.dataset['state'] === 'ended') return;
  setAimed(undefined);
  clicked = pixel;
  showPosition();
  mark(pixel, shown.id, false);
  // The last point can be clicked again by keys.
  if (crosshair.at) crosshair.put(pixel);
  const wanted = clickAt(pixel, chosen);
  // Several clicks at once are no double-click with another one.
  send({ type: 'click', picture: shown.id, click: wanted, isSecond: isSecond && wanted.clicks === undefined });
}

function mark(pixel: Pixel, picture: number, isDone: boolean): void {
  clearTimeout(marked?.timer);
  marked = { picture, isDone };
  view.place(page.mark, pixel);
}

/** Marks what was clicked elsewhere: by an agent, a command or a sequence. A click that was made here is marked already. */
function markOther(pixel: Pixel): void {
  const { shown } = pictures;
  const isOwn = marked?.isDone === false && pixel.x === clicked?.x && pixel.y === clicked?.y;
  if (shown && isWithin(pixel, shown) && !aimed && !isOwn) mark(pixel, shown.id, true);
}

/** Removes the mark some time after the click is done and a newer picture is shown. */
function removeMark(): void {
  if (!marked?.isDone || marked.timer !== undefined || pictures.shown?.id === marked.picture) return;
  marked.timer = setTimeout(() => {
    marked = undefined;
    if (!aimed) page.mark.hidden = true;
  }, MARK_STAYS);
}

function setAimed(next: typeof aimed): void {
  aimed = next;
  showPosition();
  if (!next) {
    // A button that disappears gives the focus to nothing.
    if (hasFocus(page.aimed)) focusStage();
    view.removeBeside(page.aimed);
    crosshair.draw();
    if (!marked) page.mark.hidden = true;
    return;
  }
  view.place(page.mark, next.pixel);
  ask(text('clickAt', next.pixel.x, next.pixel.y), next.pixel);
  send({ type: 'aim', ...next.pixel });
}

/** The question is where the answer is looked for: beside the point. */
function ask(question: string, pixel: Pixel): void {
  page.aimedText.textContent = question;
  page.spoken.textContent = question;
  view.removeBeside(page.loupe);
  view.putBeside(page.aimed, pixel, false);
}

function point(pixel: Pixel, chosen: Button | undefined, isSecond = false): void {
  const size = pictures.shown;
  if (isPressed(button('aim')) && size) setAimed({ pixel, button: chosen, size });
  else click(pixel, chosen, isSecond);
}

/** As a click is typed: `640, 360`. */
function describePoint({ x, y }: Pixel): string {
  return `${x}, ${y}`;
}

/** What the pointer is on, else the point that is marked, or was clicked last: a press on it copies it. */
function showPosition(): void {
  const pixel = pointed ?? chosenPoint();
  page.position.hidden = pixel === undefined;
  if (pixel) page.position.textContent = describePoint(pixel);
}

/** What the pointer is on. */
let pointed: Pixel | undefined;

const addressLine = new AddressLine((words) => status.showResult(words));

const control = new Control(view, pictures, () => {
  setAimed(undefined);
  page.spoken.textContent = control.isOn ? text('controlOn') : text('controlOff');
  page.hint.hidden = !control.isOn;
});

followPointer(view, {
  onDrag: (path) => control.drag(path),
  dragsInSession: () => control.isOn,
  onPoint: point,
  onMove: (pixel) => {
    pointed = pixel;
    showPosition();
  },
});

page.stage.addEventListener('keydown', (event) => {
  const { shown } = pictures;
  if (!shown || event.target !== page.stage) return;
  if (crosshair.move(event, shown)) followCrosshair();
  else if (event.key === 'Enter') {
    // A key that is held down answers no question, and clicks once.
    if (!event.repeat) enter();
  } else if (event.key === 'Escape') leave();
  else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c') copy(pointed ?? chosenPoint());
  else return;
  event.preventDefault();
  event.stopPropagation();
});

page.aimed.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  event.stopPropagation();
  setAimed(undefined);
});

function followCrosshair(): void {
  // Enter is about the point that was read out last.
  setAimed(undefined);
  page.spoken.textContent = crosshair.at ? describePoint(crosshair.at) : '';
}

function enter(): void {
  if (aimed) click(aimed.pixel, aimed.button);
  else if (crosshair.at) point(crosshair.at, undefined);
}

function leave(): void {
  if (aimed) setAimed(undefined);
  else if (crosshair.at) hideCrosshair();
  else focusToolbar(page.toolbar);
}

// Keys that go to the session do not reach this listener: Control handles them first.
document.addEventListener('keydown', (event) => {
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  if (event.key === 'F9' && !hasModifier) send({ type: 'enterClick' });
});

function hideCrosshair(): void {
  crosshair.hide();
  showPosition();
}

/** The point that is marked, or was clicked last. The pointer is on the button then. */
function chosenPoint(): Pixel | undefined {
  return crosshair.at ?? aimed?.pixel ?? clicked;
}

function enableActions(): void {
  for (const id of ['copy', 'save']) setUnusable(button(id), pictures.shown ? '' : text('noPicture'));
}

async function copyPicture(): Promise<void> {
  const isCopied = await pictures.copy();
  status.showResult(text(isCopied ? 'copied' : 'notCopied'), !isCopied);
}

/** What was done, and where, is told of what is current only. */
function forgetActions(): void {
  status.clearResult();
  setAimed(undefined);
  clearTimeout(marked?.timer);
  [marked, clicked, pointed] = [undefined, undefined, undefined];
  page.mark.hidden = true;
  hideCrosshair();
}

function showRunning({ agents, recording }: Extract<ToPage, { type: 'running' }>): void {
  for (const [each, label, words] of [
    [page.agents, page.agentsText, agents],
    [page.recording, page.recordingText, recording],
  ] as const) {
    if (words === '' && hasFocus(each)) focusStage();
    // Not each step.
    if (words !== '' && each.hidden) page.spoken.textContent = words;
    each.hidden = words === '';
    label.textContent = words;
    label.title = words;
  }
  const running = recording === '' ? (agents === '' ? '' : 'agents') : 'recording';
  document.body.dataset['running'] = running;
}

function copy(pixel: Pixel | undefined): void {
  if (pixel) send({ type: 'copy', ...pixel });
}

for (const id of ['refresh', 'save', 'openSaved', 'clickByName', ...RUNNING_ACTIONS] as const)
  button(id).addEventListener('click', () => send({ type: id }));
button('notice-save').addEventListener('click', () => send({ type: 'save' }));
button('copy').addEventListener('click', () => void copyPicture());
page.position.addEventListener('click', () => copy(chosenPoint()));
enableActions();
button('aimed-click').addEventListener('click', () => {
  if (aimed) click(aimed.pixel, aimed.button);
});
button('aimed-cancel').addEventListener('click', () => setAimed(undefined));
keepChoices((id) => {
  if (id === 'zoom') view.zoom(zoomWanted());
  else if (id === 'interval') send({ type: 'interval', seconds: intervalWanted() });
  else if (id === 'aim') setAimed(undefined);
});
view.zoom(zoomWanted());
moveIntoMenu();
moveByArrows(page.toolbar);
passOnFocus(page.toolbar);
passOnFocus(page.bar);
refreshTabStop(page.toolbar);

function receive(message: ToPage): void {
  switch (message.type) {
    case 'picture':
      return pictures.draw(message);
    case 'popup':
      return void popup.draw(message);
    case 'popupClosed':
      return popup.close();
    case 'clicked':
      return markOther(message);
    case 'popupClicked':
      return popup.mark(message);
    case 'aimed':
      if (aimed?.pixel.x === message.x && aimed.pixel.y === message.y) ask(message.text, aimed.pixel);
      return undefined;
    case 'state':
      document.body.dataset['state'] = message.state;
      status.setState(message.state, message.text, message.remedies);
      if (status.isStopped) forgetActions();
      addressLine.setEnded(message.state === 'ended');
      return refreshTabStop(page.toolbar);
    case 'tabs':
      return addressLine.show(message);
    case 'opened':
      return addressLine.opened(message.typed, message.isWaiting);
    case 'refused':
      return addressLine.refused(message.typed, message.text);
    case 'running':
      return showRunning(message);
    case 'result':
      // The next picture may show what came of it.
      if (message.isDone && marked) marked.isDone = true;
      removeMark();
      return status.showResult(message.text, message.isError, message.isFile);
    case 'offers':
      setUnusable(button('clickByName'), message.clickByName);
      setUnusable(button('control'), message.input);
      control.keyboard.isSessionMac = message.isOnMac;
      if (message.input !== '') control.set(false);
  }
}

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => receive(data));
// The editor gives this back when it restores the tab.
const { session, connection, address } = page.stage.dataset;
saveState({ session, connection, address });
send({ type: 'interval', seconds: intervalWanted() });
send({ type: 'ready' });
