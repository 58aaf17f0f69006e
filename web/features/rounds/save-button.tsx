import { Button } from '../../ui/button.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { texts } from './texts.ts'

interface SaveButtonProps {
  /** Name of the table, for screen readers. */
  what: string
  busy?: boolean
  onSave: () => void
}

/** Button that downloads a table as CSV. */
export function SaveButton({ what, busy = false, onSave }: SaveButtonProps) {
  return (
    <Button size="small" icon={<DownloadIcon aria-hidden />} busy={busy} aria-label={texts.saveCsv(what)} onClick={onSave}>
      {texts.csv}
    </Button>
  )
}
