/** Parent element for a tooltip: the landmark or dialog of the control, because no text should lie outside landmarks. */
export const tipHost = (control: Element | null): Element => control?.closest('main, dialog, [role="dialog"]') ?? document.body
