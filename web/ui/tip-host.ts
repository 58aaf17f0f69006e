/** Element that holds a tooltip: the landmark or dialog of its control, so that no text lies outside these. */
export const tipHost = (control: Element | null): Element => control?.closest('main, dialog, [role="dialog"]') ?? document.body
