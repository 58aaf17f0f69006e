import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { DropZone as AriaDropZone } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { buttonClass } from './button.tsx'
import styles from './drop-zone.module.css'
import { UploadIcon } from './icons.tsx'
import * as texts from './texts.ts'

export interface DropZoneProps {
  /** Prompt of the drop zone: "Drop images here". */
  label: string
  description?: ReactNode
  /** Label of the button that opens the file dialog: "Choose files". */
  button?: string
  /** File types offered in the dialog, such as `['image/jpeg', '.tif']`. Dropped files are not filtered. */
  accept?: string[]
  multiple?: boolean
  onFiles: (files: File[]) => void
  className?: string
}

/** Accepts files by drag and drop, from the file dialog, and by pasting while focused. */
export function DropZone({ label, description, button = texts.chooseFiles, accept, multiple = true, onFiles, className }: DropZoneProps) {
  return (
    <AriaDropZone
      className={`${styles.zone} ${className ?? ''}`}
      aria-label={label}
      getDropOperation={() => 'copy'}
      onDrop={async ({ items }) => {
        const files = await Promise.all(items.flatMap(item => (item.kind === 'file' ? [item.getFile()] : [])))
        if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1))
      }}
    >
      <UploadIcon aria-hidden className={styles.icon} />
      <p className={styles.title}>{label}</p>
      {description && <p className={styles.about}>{description}</p>}
      <FileTrigger
        acceptedFileTypes={accept}
        allowsMultiple={multiple}
        onSelect={list => {
          if (list && list.length > 0) onFiles([...list])
        }}
      >
        <Button className={buttonClass({})}>{button}</Button>
      </FileTrigger>
    </AriaDropZone>
  )
}
