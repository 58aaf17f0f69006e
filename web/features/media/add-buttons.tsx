import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { MoreIcon, UploadIcon } from '../../ui/icons.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import styles from './media-section.module.css'
import { galleryTexts as texts } from './texts.ts'
import { acceptedImages } from './upload/collect-files.ts'

const { add: words } = texts

interface AddButtonsProps {
  onFiles: (files: File[]) => void
  onAttach: () => void
}

/** Buttons that add image files, a whole folder, or a metadata table. */
export function AddButtons({ onFiles, onAttach }: AddButtonsProps) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)

  function take(input: HTMLInputElement) {
    if (input.files && input.files.length > 0) onFiles([...input.files])
    input.value = '' // so that the same file can be chosen again
  }

  return (
    <>
      <Button variant="primary" icon={<UploadIcon aria-hidden />} onClick={() => files.current?.click()}>
        {words.images}
      </Button>
      <MenuButton
        label={words.more}
        iconOnly
        variant="secondary"
        items={[
          { id: 'folder', label: words.folder, description: words.folderAbout, onAction: () => folder.current?.click() },
          { id: 'table', label: words.table, description: words.tableAbout, onAction: onAttach }
        ]}
      >
        <MoreIcon aria-hidden />
      </MenuButton>
      <input
        ref={files}
        className={styles.hidden}
        type="file"
        multiple
        accept={acceptedImages.join(',')}
        aria-label={words.files}
        onChange={event => take(event.target)}
      />
      <input
        ref={folder}
        className={styles.hidden}
        type="file"
        multiple
        {...{ webkitdirectory: '' }}
        aria-label={words.filesOfFolder}
        onChange={event => take(event.target)}
      />
    </>
  )
}
