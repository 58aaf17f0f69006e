/** Element that a tool tip is put into: the landmark or dialog of its control, so that no text lies outside of them. */
export const tipHost = (control: Element | null): Element => control?.closest('main, dialog, [role="dialog"]') ?? document.body
