import { useEffect, useState } from 'react'
import { IconButton } from './button.tsx'
import { copyText } from './copy-text.ts'
import { CheckIcon, CopyIcon } from './icons.tsx'
import * as texts from './texts.ts'

/** Button that copies text to the clipboard and confirms it for two seconds. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <IconButton size="small" label={copied ? texts.copied : label} onClick={async () => setCopied(await copyText(text))}>
      {copied ? <CheckIcon /> : <CopyIcon />}
    </IconButton>
  )
}
