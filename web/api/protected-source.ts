import { useEffect, useState } from 'react'
import { readConfig } from './config.ts'
import { request } from './request.ts'

const byCookie = readConfig().sessionMode === 'cookie'

/**
 * Source of a picture that only signed-in people may see. In cookie mode it is the path, because the browser sends the cookie
 * automatically. In bearer mode the picture is fetched with the token, and the source is an object URL. It is null until the picture is
 * loaded.
 */
export function useProtectedSource(path: string | null): string | null {
  const [fetched, setFetched] = useState<{ path: string; url: string } | null>(null)
  useEffect(() => {
    if (byCookie || !path) return
    const gone = new AbortController()
    let url: string | null = null
    request(path, { method: 'GET', signal: gone.signal, unlimited: true })
      .then(response => response.blob())
      .then(blob => {
        url = URL.createObjectURL(blob)
        setFetched({ path, url })
      })
      .catch(() => {}) // the picture is decoration; the request itself is in the debug log
    return () => {
      gone.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [path])
  if (byCookie) return path
  return fetched && fetched.path === path ? fetched.url : null
}
