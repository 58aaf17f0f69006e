// Vite's dev server in front of a running Isobath: it serves the page from the sources, and the rest from the server on the given port.
// Started by `npm run dev`, on the project's own Node.
import { createServer } from 'vite'
import { inRoot } from './lib/paths.mjs'

// The Host of the page is passed on, so that the server's origin check sees the same host as the browser.
const server = { target: `http://127.0.0.1:${process.argv[2]}`, changeOrigin: false }
const vite = await createServer({
  configFile: inRoot('vite.config.ts'),
  server: {
    port: Number(process.env.PORT ?? 8080),
    strictPort: true,
    // the sources of `web/api` have the same path prefix
    proxy: { '^/api/(?!.*\\.tsx?(\\?|$))': server, '/healthz': server, '/readyz': server, '/metrics': server }
  }
})
await vite.listen()
vite.printUrls()
