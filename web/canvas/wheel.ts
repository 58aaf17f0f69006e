/** Zoom factor of a wheel event. */
export function wheelFactor({ deltaMode, deltaY, ctrlKey }: WheelEvent): number {
  const lines = deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : deltaMode === WheelEvent.DOM_DELTA_PAGE ? 400 : 1
  const delta = Math.min(Math.max(deltaY * lines, -240), 240)
  // browsers report a trackpad pinch as a wheel event with Ctrl and small steps
  return Math.exp(-delta * (ctrlKey ? 0.01 : 0.002))
}
