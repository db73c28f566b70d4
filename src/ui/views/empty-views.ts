import * as vscode from 'vscode';

/** In place of the pools and the extensions while no service can be asked for them: collapsed, and with nothing in it. */
export function emptyViews(): vscode.Disposable[] {
  return ['browserSessions.poolsEmpty', 'browserSessions.extensionsEmpty'].map((id) =>
    vscode.window.createTreeView(id, {
      treeDataProvider: { getChildren: () => [], getTreeItem: (item: never) => item },
    }),
  );
}
