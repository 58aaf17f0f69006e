/**
 * Copies text to the clipboard. Browsers offer the Clipboard API only in secure contexts, so not over plain HTTP on a lab's network.
 * There, a selected field and `execCommand` still work.
 * @returns whether the text was copied
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  const dialog = focused?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body // inside a dialog's focus trap
  dialog.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return done
}
