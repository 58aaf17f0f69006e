/** Factor by which a turn of the wheel zooms. */
export function wheelFactor({ deltaMode, deltaY, ctrlKey }: WheelEvent): number {
  const lines = deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : deltaMode === WheelEvent.DOM_DELTA_PAGE ? 400 : 1
  const delta = Math.min(Math.max(deltaY * lines, -240), 240)
  // a pinch on a trackpad comes as a wheel with Ctrl and small steps
  return Math.exp(-delta * (ctrlKey ? 0.01 : 0.002))
}
