/**
 * A page of Headlamp's own parts, from the published SDK: its global for plugins, its store, caches, themes and details of an
 * object. The plugin is loaded into it as Headlamp loads it, from its built file.
 */
import '@kinvolk/headlamp-plugin/lib/plugin/index.js'
import { darkTheme, lightTheme } from '@kinvolk/headlamp-plugin/lib/components/App/defaultAppThemes.js'
import { DetailsGrid } from '@kinvolk/headlamp-plugin/lib/components/common/index.js'
import { ResourceClasses } from '@kinvolk/headlamp-plugin/lib/lib/k8s/index.js'
import { queryClient } from '@kinvolk/headlamp-plugin/lib/lib/queryClient.js'
import { createMuiTheme } from '@kinvolk/headlamp-plugin/lib/lib/themes.js'
import store from '@kinvolk/headlamp-plugin/lib/redux/stores/store.js'
import { CssBaseline, ThemeProvider } from '@mui/material'
import { QueryClientProvider } from '@tanstack/react-query'
import { SnackbarProvider } from 'notistack'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { BrowserRouter, Route } from 'react-router-dom'

const asked = new URLSearchParams(location.search)
const theme = createMuiTheme(asked.get('theme') === 'dark' ? darkTheme : lightTheme)
const resourceClass = (ResourceClasses as Record<string, unknown>)[asked.get('class') ?? '']

const script = document.createElement('script')
script.src = '/plugin/main.js'
script.onload = () => {
  createRoot(document.getElementById('root') as HTMLElement).render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <ThemeProvider theme={theme}>
          <CssBaseline />
          <SnackbarProvider>
            <BrowserRouter>
              <main>
                <Route path="/c/main/details">
                  <DetailsGrid
                    resourceType={resourceClass}
                    name={asked.get('name')}
                    namespace={asked.get('namespace') ?? undefined}
                    cluster="main"
                  />
                </Route>
              </main>
            </BrowserRouter>
          </SnackbarProvider>
        </ThemeProvider>
      </QueryClientProvider>
    </Provider>,
  )
}
document.head.append(script)
