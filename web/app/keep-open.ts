import type { QueryClient } from '@tanstack/react-query'

const stay = (event: BeforeUnloadEvent) => event.preventDefault()

/** The browser requests confirmation before it closes the page while changes are being sent, because closing would end them. */
export function keepOpenWhileSending(client: QueryClient): void {
  client.getMutationCache().subscribe(() => {
    if (client.isMutating() > 0) window.addEventListener('beforeunload', stay)
    else window.removeEventListener('beforeunload', stay)
  })
}
