import { Button } from '../../ui/button.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'

interface SaveButtonProps {
  /** What is saved, for who does not see where the button stands. */
  what: string
  busy?: boolean
  onSave: () => void
}

/** Downloads a table as CSV. */
export function SaveButton({ what, busy = false, onSave }: SaveButtonProps) {
  return (
    <Button size="small" icon={<DownloadIcon aria-hidden />} busy={busy} aria-label={`CSV of ${what}`} onClick={onSave}>
      CSV
    </Button>
  )
}
